/** Creates the text that mail programs show if they show no HTML. */
export abstract class PlainText {
  /**
   * Returns a text for any HTML, however long or deep, without blocking other work. Organizations take turns,
   * so that none delays the others.
   */
  abstract of(html: string, organizationId: string): Promise<string>
}
