export function problemsOf(file: string, css: string, known: Set<string>): string[]
export function namesIn(text: string): string[]
