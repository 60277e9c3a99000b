import { DomainError } from '../../domain/errors.ts'
import { TemplateBudget } from '../../domain/spinner/steps/template-budget.ts'
import { PlainText } from '../../ports/sender/message/plain-text.ts'
import { beginningOf, wordsOf } from './html-words.ts'
import type { TemplateThreads } from './template-threads.ts'

/**
 * The milliseconds in which an HTML message must be converted to plain text. An ordinary message takes 1 ms;
 * the first one in a thread loads the library.
 */
const longestMs = 2_000

/**
 * `HtmlPlainText` makes the plain text of an HTML message whose author wrote none, in the threads of the
 * templates.
 */
export class HtmlPlainText extends PlainText {
  readonly #threads: TemplateThreads

  constructor(threads: TemplateThreads) {
    super()
    this.#threads = threads
  }

  override async of(html: string, organizationId: string): Promise<string> {
    const start = beginningOf(html)
    try {
      const answer = await this.#threads.run({ html: start }, new TemplateBudget(organizationId, longestMs))
      if ('text' in answer) return answer.text
    } catch (error) {
      // Ignores that the thread was ended or is overloaded. The message is then sent with the words of its
      // HTML as plain text.
      if (!(error instanceof DomainError)) throw error
    }
    return wordsOf(start)
  }
}
