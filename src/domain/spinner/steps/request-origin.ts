/**
 * Returns the scheme and the host of the URL of a webhook or guard step, in lower case, such as "https://example.com";
 * null if the URL has a template in its host, or a user name. Templates are allowed in the path and the query.
 */
export function originOf(url: string): string | null {
  return /^https?:\/\/[^\s/?#{}\\@]+(?=[/?#]|$)/i.exec(url)?.[0]?.toLowerCase() ?? null
}
