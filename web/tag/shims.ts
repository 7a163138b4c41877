// The page is rendered inside the server by a JavaScript engine that has the
// language and nothing of a browser or of Node. React's static renderer touches
// one thing beyond the language: it reports what a component throws to
// `console` before throwing it on. The error itself reaches the server.
const silent = () => {}

Object.assign(globalThis, { console: { error: silent, warn: silent, log: silent } })

export {}
