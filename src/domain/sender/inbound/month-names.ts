/**
 * The beginnings of month names in all languages in which automatic answers are recognized, January first. If one
 * is the beginning of another, the longer one matches first.
 */
const months: readonly (readonly string[])[] = [
  ['jan', 'jän', 'janv', 'ene', 'gen', 'sty', 'янв', 'led', 'ian', 'oca', 'tammi', 'січ'],
  ['feb', 'fév', 'fev', 'lut', 'фев', 'ún', 'şub', 'helmi', 'лют'],
  ['mar', 'mär', 'maer', 'mrz', 'mrt', 'maa', 'мар', 'bře', 'már', 'бер'],
  ['apr', 'avr', 'abr', 'kwi', 'апр', 'dub', 'ápr', 'nis', 'huhti', 'квіт'],
  ['may', 'mai', 'mei', 'mag', 'maj', 'мая', 'май', 'kvě', 'máj', 'touko', 'трав'],
  ['jun', 'juin', 'giu', 'cze', 'июн', 'červen', 'červn', 'jún', 'iun', 'haz', 'kesä', 'черв'],
  ['jul', 'juil', 'lug', 'lip', 'июл', 'červenec', 'července', 'júl', 'iul', 'tem', 'heinä', 'лип'],
  ['aug', 'août', 'aout', 'ago', 'sie', 'авг', 'srp', 'ağu', 'elok', 'серп'],
  ['sep', 'set', 'wrz', 'сен', 'zář', 'sze', 'eyl', 'syys', 'верес'],
  ['oct', 'okt', 'out', 'ott', 'paź', 'paz', 'окт', 'říj', 'eki', 'loka', 'жовт'],
  ['nov', 'lis', 'ноя', 'noi', 'kas', 'marras', 'лист'],
  ['dec', 'dez', 'déc', 'dic', 'gru', 'дек', 'des', 'pros', 'ara', 'joulu', 'груд'],
]

const byLength = months.flat().toSorted((a, b) => b.length - a.length)

/** Matches the name of a month, as the group `month`. Some words begin as months do and are none. */
export const monthWord = `(?<month>(?!market|margin|manag|major|mainl|junior|decis|outs|set of|out of|tempor|disc|kasse)(?:${byLength.join('|')})\\p{L}{0,9})\\.?`

/** Returns the number of the month that a word names, 1 for January; 0 if it names none. */
export function monthOf(word: string): number {
  const name = word.toLowerCase()
  const beginning = byLength.find((one) => name.startsWith(one))
  return beginning === undefined ? 0 : months.findIndex((all) => all.includes(beginning)) + 1
}
