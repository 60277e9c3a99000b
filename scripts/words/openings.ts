/**
 * Matches the openings of a sentence after which its subject is missing or stands in another sentence. A
 * reader who sees only that sentence cannot tell its subject.
 */
const refused =
  /^\(?(?<opening>One that|One of|Those|Whose|Who|Whom|Whoever|What|Whatever|Of|By|As|The same|Nobody|Somebody|None|That|Which|Such|All that|Not|So many|Where|Until|From|With|In their|Only|Also|To whom)\b/

/** Matches code spans and quotations, whose points end no sentence. */
const quoted = /`[^`]*`|"[^"]*"/g

/** Matches a space or an empty line after which a sentence begins. */
const betweenSentences = /(?<=[.!?…][)*_'’”]*)\s+|\n\s*\n/

/** Matches abbreviations, after whose last point the sentence continues. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx|no)\.$/i

/** Matches the number of a list's item, such as "2.". The item is a part of the list's sentence. */
const itemNumber = /(?:^|[:;,]\s)\d+\.$/

/** Returns the opening of the first sentence of a comment or description that is refused, otherwise null. */
export function refusedOpening(text: string): string | null {
  let before = ''
  for (const part of text.replace(quoted, masked).split(betweenSentences)) {
    const opening = refused.exec(part)?.groups?.['opening']
    if (opening !== undefined && !abbreviation.test(before) && !itemNumber.test(before)) return opening
    before = part
  }
  return null
}

/** Returns a word instead of a code span or quotation; it ends the sentence if the quotation ends one. */
function masked(quotation: string): string {
  return /[.!?]["`]$/.test(quotation) ? 'x.' : 'x'
}
