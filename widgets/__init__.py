"""The panels that show a table in a notebook: `widgets.app` is what notebooks call."""
