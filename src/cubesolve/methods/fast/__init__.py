"""The method `fast`: any size at once, all layers by the same program."""
