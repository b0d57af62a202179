"""Through the outermost door: a browser, an emulated RP2040."""
