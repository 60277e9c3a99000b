/** Makes the text that mail programs show if they show no HTML. */
export abstract class PlainText {
  /**
   * Returns a text for any HTML, however long or deep, and holds up nobody else meanwhile. The organization takes turns
   * with others.
   */
  abstract of(html: string, organizationId: string): Promise<string>
}
