"""Settings of the Jupyter server on Binder: its Voila extension shows our pages, and their kernels leave with them.

Beside the pages stands the whole Jupyter API: whoever has the server's token may run any code in its kernels. That is
what Binder is for, and its machines are thrown away; it is no way to serve a class (`tabletop play` is).
"""

from widgets.voila.server import extension_settings, find_template

find_template()
get_config().merge(extension_settings())  # noqa: F821
