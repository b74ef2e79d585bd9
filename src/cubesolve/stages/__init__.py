"""Parts of human methods, put together by `methods`."""
