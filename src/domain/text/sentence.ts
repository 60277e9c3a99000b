/**
 * Returns an English text of the service with values in place of their names in braces. The text with the names is the
 * key of its translations in the console, which recognizes the filled text (`translated`), so calls write the text
 * literally. The console translates a value `fault` or `reason` if it is such a text too; a value whose name begins with
 * `words` must be one.
 */
export function sentence(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (name, key: string) =>
    Object.hasOwn(values, key) ? String(values[key]) : name,
  )
}
