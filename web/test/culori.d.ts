/** What the tests of the colours need of culori, which comes without types. */
declare module 'culori' {
  interface Color {
    mode: string
  }
  type Filter = (color: Color) => Color
  export function parse(text: string): Color | undefined
  export function wcagContrast(a: string | Color, b: string | Color): number
  export function differenceCiede2000(): (a: Color, b: Color) => number
  export function filterDeficiencyProt(severity: number): Filter
  export function filterDeficiencyDeuter(severity: number): Filter
  export function filterDeficiencyTrit(severity: number): Filter
}
