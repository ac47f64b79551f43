"""Simulate many games on several processors, and report and compare their figures."""
