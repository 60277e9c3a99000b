/**
 * Openings after which the subject of a sentence is missing or stands in another sentence. A reader who sees only that
 * sentence cannot say what it is about.
 */
const refused =
  /^(?:One that|One of|Those|Whose|Who|Whom|Whoever|What|Whatever|Of|By|As|The same|Nobody|Somebody|None|That|Which|Such|All that|Not|So many|Where|Until|From|With|In their|Only|Also|To whom)\b/

/** Returns the opening of a text if it is refused, otherwise null. */
export function refusedOpening(text: string): string | null {
  return refused.exec(text)?.[0] ?? null
}
