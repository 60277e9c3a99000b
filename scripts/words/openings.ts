/**
 * Matches the openings of a sentence after which its subject is missing or stands in another sentence. A
 * reader who sees only that sentence cannot tell its subject.
 */
const refused =
  /^(?:One that|One of|Those|Whose|Who|Whom|Whoever|What|Whatever|Of|By|As|The same|Nobody|Somebody|None|That|Which|Such|All that|Not|So many|Where|Until|From|With|In their|Only|Also|To whom)\b/

/** Returns the opening of a comment or description if it is refused, otherwise null. */
export function refusedOpening(text: string): string | null {
  return refused.exec(text)?.[0] ?? null
}
