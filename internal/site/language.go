package site

// languageOf gives the language of a page for a reader who asks for these.
func languageOf(string) string { return "en" }
