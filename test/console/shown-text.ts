import type { Page } from 'playwright-core'

/** Returns the text of an editor that has a width on the screen, without the hidden text around the names of chips. */
export function shownText(page: Page, selector: string): Promise<string> {
  return page.evaluate<string>(`(${textWithWidth})(document.querySelector(${JSON.stringify(selector)}))`)
}

/** The tests run this function in the browser, whose types this project does not have, so it is a text. */
const textWithWidth = `(editor) => {
  const texts = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let shown = ''
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    if (range.getBoundingClientRect().width > 0) shown += texts.currentNode.data
  }
  return shown
}`
