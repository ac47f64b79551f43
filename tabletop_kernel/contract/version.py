"""The version of the whole program, which the package's metadata and a cluster's workers read too."""

VERSION = "0.1.0"
