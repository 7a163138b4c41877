import { expect, type Page } from '@playwright/test'

/** What ran, and what a page has that none of ours has. */
export class Watch {
  private readonly ran: string[] = []

  constructor(private readonly page: Page) {
    page.on('dialog', async (dialog) => {
      await dialog.dismiss()
      this.ran.push(`${dialog.message()} on ${page.url()}`)
    })
  }

  async seen(): Promise<string[]> {
    const strange = await this.page.evaluate(() => {
      const links = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc']
      const good = /^(https?|tel|mailto|blob):|^data:image\/(png|svg)/
      return [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(({ name, value }) => {
            if (!links.includes(name)) return name.startsWith('on')
            return !good.test(new URL(value, location.href).href.toLowerCase())
          })
          .map(({ name, value }) => `<${element.localName} ${name}="${value}">`)
          .concat(
            element.matches('iframe, object, embed, base, meta[http-equiv=refresh], math') ? [element.outerHTML] : [],
          ),
      )
    })
    return [...this.ran, ...strange]
  }

  async expectNothing(): Promise<void> {
    expect(await this.seen(), this.page.url()).toEqual([])
  }
}
