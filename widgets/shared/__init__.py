"""Tables that several pages share: kept in a store, followed by every page, each seat behind a secret of its own."""
