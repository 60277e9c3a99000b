/** What mail programs show that show no HTML. */
export abstract class PlainText {
  abstract of(html: string): Promise<string>
}
