package tagpage

func (w *writer) tag(f *Frame, v *view) {
	recalled := v.recall != ""
	head := head{title: v.title, description: v.description, picture: f.pictureURL(v), photo: v.photo}
	w.open(f, v.words, head)
	if recalled {
		w.raw(`<body class="recalled">`)
		w.recall(v)
	} else {
		w.raw(`<body>`)
	}
	w.part(fixedHeader)
	w.raw(`<main>`)
	if v.takenBack != "" {
		w.put(`<p class="void" role="alert">`, v.takenBack, `</p>`)
	}
	if !recalled {
		w.photo(v)
	}
	w.raw(`<div class="columns"><div>`)
	w.identity(v)
	w.sections(v.sections)
	w.raw(`</div>`)
	w.timeline(v)
	w.raw(`</div>`)
	if recalled {
		w.photo(v)
		if v.tasting.value != "" {
			w.raw(`<div class="last">`)
			w.sections([]section{v.tasting})
			w.raw(`</div>`)
		}
	}
	w.put(`</main><script data-farm="`, v.farmName, `" data-id="`)
	w.put(``, v.farmID, `" data-tag="`)
	w.put(``, v.tagID, `">`)
	w.raw(f.script)
	w.raw(`</script></body></html>`)
}

func (w *writer) photo(v *view) {
	if v.photo != "" {
		w.put(`<img class="photo" src="`, v.photo, `" alt="`)
		w.put(``, v.name, `" width="1440" height="300" fetchpriority="high"/>`)
	}
}

// recall says what to do, before all else.
func (w *writer) recall(v *view) {
	w.raw(`<div class="recall" role="alert"><p class="by"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">` +
		`<path d="M12 3.5 2.5 20h19ZM12 10v4.5M12 17.2v.1"></path></svg>`)
	here := v.words.recalledBy(v.recall)
	if here == "" {
		w.put(`<span>`, recalledInEnglish(v.recall), `</span></p>`)
	} else {
		w.put(`<span lang="en">`, recalledInEnglish(v.recall), `</span></p>`)
		w.put(`<p class="by">`, here, `</p>`)
	}
	w.put(`<p class="do">`, v.words.notToEat(v.words.these[v.kind]), `</p>`)
	if v.harvest != "" {
		w.put(`<p>`, v.harvest, `</p>`)
	}
	w.put(`<p>`, v.words.keepApart(v.kind), `</p>`)
	if v.phone.href != "" {
		w.put(`<a class="call" href="`, v.phone.href, `">`)
		w.put(``, v.words.call(v.phone.label), `</a>`)
	}
	w.raw(`</div>`)
}

func (w *writer) identity(v *view) {
	w.put(`<h1>`, v.name, `</h1>`)
	if v.recall == "" && v.harvest != "" {
		w.put(`<p class="told">`, v.harvest, `</p>`)
	}
	if v.recall == "" && v.tasting.value != "" {
		w.put(`<dl class="tasting"><dt>`, v.tasting.label, `</dt><dd>`)
		w.put(``, v.tasting.value, `</dd></dl>`)
	}
	w.raw(`<address>`)
	if v.packedBy != "" {
		w.put(`<p class="packed">`, v.words.packedBy(v.packedBy), `</p>`)
	}
	w.contact(v.phone)
	w.contact(v.website)
	if v.address != "" {
		w.put(`<p>`, v.address, `</p>`)
	}
	if v.cert != "" {
		w.put(`<p class="cert">`, v.words.cert, ` `)
		w.put(``, v.cert, `</p>`)
	}
	w.raw(`</address>`)
}

func (w *writer) contact(l link) {
	switch {
	case l.href != "":
		w.put(`<p><a href="`, l.href, `" rel="noopener noreferrer">`)
		w.put(``, l.label, `</a></p>`)
	case l.label != "":
		w.put(`<p>`, l.label, `</p>`)
	}
}

func (w *writer) sections(all []section) {
	if len(all) == 0 {
		return
	}
	w.raw(`<dl>`)
	for _, s := range all {
		w.put(`<div><dt>`, s.label, `</dt><dd>`)
		w.text(s.value)
		if s.latin != "" {
			w.put(`<i lang="la">`, s.latin, `</i>`)
		}
		w.raw(`</dd></div>`)
	}
	w.raw(`</dl>`)
}

func (w *writer) timeline(v *view) {
	w.put(`<section aria-labelledby="story"><h2 id="story">`, v.words.fromWater, `</h2>`)
	if len(v.steps) == 0 {
		w.put(`<p class="none">`, v.words.nothing, `</p>`)
	}
	w.raw(`<ol>`)
	for _, s := range v.steps {
		if s.when.label == "" {
			w.put(`<li class="fact"><h3>`, s.title, `</h3>`)
		} else {
			w.put(`<li><h3>`, s.title, `</h3>`)
		}
		if s.detail != "" {
			w.put(`<p>`, s.detail, `</p>`)
		}
		w.when(s.when)
		if s.since != "" {
			w.put(`<p>`, s.since, `</p>`)
		}
		w.raw(`</li>`)
	}
	w.raw(`</ol></section>`)
}

func (w *writer) when(m moment) {
	switch {
	case m.iso != "":
		w.put(`<p><time datetime="`, m.iso, `">`)
		w.put(``, m.label, `</time></p>`)
	case m.label != "":
		w.put(`<p><time>`, m.label, `</time></p>`)
	}
}

// trouble is the page of a lookup that ended with a status that is no page.
func (w *writer) trouble(f *Frame, said *words, status int) {
	what := said.failed
	if status == notFound {
		what = said.notFound
	}
	w.open(f, said, head{title: f.product + " " + what.heading, description: what.sentence})
	w.raw(`<body>`)
	w.part(fixedHeader)
	w.raw(`<main class="error">`)
	w.mark(`72`)
	w.put(`<h1>`, what.heading, `</h1>`)
	w.put(`<p>`, what.sentence, `</p>`)
	if status != notFound {
		// This page again, without any query: it works without script.
		w.put(`<a class="again" href="?">`, said.tryAgain, `</a>`)
	}
	w.raw(`</main></body></html>`)
}
