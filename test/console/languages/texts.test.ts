import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A link, as JSX makes it. */
const link = `{ $$typeof: Symbol.for('react.transitional.element'), type: 'a', key: null, props: { href: '/jobs' } }`

/**
 * Returns the values of expressions about texts in German. A process of its own evaluates them, because the language of
 * a process stays the same, and test files share their modules.
 */
function inGerman(...expressions: readonly string[]): unknown {
  const code = `
    globalThis.document = { cookie: 'theme=dark; spindle_language=de' }
    const { firstTexts, translated } = await import('./console/src/languages/catalogue.ts')
    await firstTexts
    const { t } = await import('./console/src/languages/text.ts')
    const { rich } = await import('./console/src/languages/rich.ts')
    process.stdout.write(JSON.stringify([${expressions.join(', ')}]))`
  const words = ['--input-type=module', '--eval', code]
  return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }))
}

describe('texts of the console in German', () => {
  it('are translated with the values that the service has filled in, also within each other', () => {
    const texts = [
      'The data table has no column "Firma {1}"',
      '"subject": The column "Vorname" is empty in the record',
      'The spinner has errors and cannot run: "url" must not be empty',
      'The spinner has errors and cannot run: The segment "Pro" asks about messages, replies or suppressed addresses, so no change of a record makes it enter; move these questions to a condition step at the beginning of the spinner',
      'The segment is not valid: A segment must not depend on itself: "One" → "Two" → "One"',
      'Temporarily refused for 24 hours. The receiver answered with the status 503',
      'The SMTP server refused the message: 550 (no such user)\nTry "ada"',
      'The data table is used by the spinners "A", "B"; delete these spinners first',
      'The organization cannot invite people until its owner has confirmed their e-mail address',
      'Spinner not found',
    ]
    expect(inGerman(...texts.map((text) => `translated(${JSON.stringify(text)})`))).toEqual([
      'Die Datentabelle hat keine Spalte „Firma {1}“',
      '"subject": Die Spalte „Vorname“ ist im Datensatz leer',
      'Der Spinner hat Fehler und kann nicht laufen: "url" darf nicht leer sein',
      'Der Spinner hat Fehler und kann nicht laufen: Das Segment „Pro“ fragt nach Nachrichten, Antworten oder gesperrten Adressen, also kommt durch keine Änderung ein Datensatz hinein; verschieben Sie diese Fragen in einen Bedingungsschritt am Anfang des Spinners',
      'Das Segment ist nicht gültig: Ein Segment darf nicht von sich selbst abhängen: "One" → "Two" → "One"',
      '24 Stunden lang vorübergehend abgelehnt. Die Gegenstelle hat mit dem Status 503 geantwortet',
      'Der SMTP-Server hat die Nachricht abgelehnt: 550 (no such user)\nTry "ada"',
      'Die Datentabelle wird von den Spinnern "A", "B" verwendet; löschen Sie zuerst diese Spinner',
      'Die Organisation kann erst Personen einladen, wenn ihr Besitzer seine E-Mail-Adresse bestätigt hat',
      'Spinner nicht gefunden',
    ])
  })

  it('keep the names of columns, and texts of the service that have no translation', () => {
    const texts = ['The data table has no column "Save"', '"Leads" is a table like any other', 'It rains']
    expect(inGerman(...texts.map((text) => `translated(${JSON.stringify(text)})`))).toEqual([
      'Die Datentabelle hat keine Spalte „Save“',
      ...texts.slice(1),
    ])
  })

  it('are translated, also those that the service sends', () => {
    expect(inGerman("t('Save')", "translated('Invalid API key')")).toEqual([
      'Speichern',
      'Ungültiger API-Schlüssel',
    ])
  })

  it('have the plural and the digits of the language', () => {
    const records = (count: number) =>
      `t('{count, plural, one {# record} other {# records}}', { count: ${count} })`
    expect(inGerman(records(1), records(0), records(12_345))).toEqual([
      '1 Datensatz',
      '0 Datensätze',
      '12.345 Datensätze',
    ])
  })

  it('are English if the catalogue lacks them, and quote nothing by apostrophes', () => {
    const values = "{ name: 'Ada' }"
    expect(
      inGerman(
        `t('A text of no screen about {name}', ${values})`,
        "translated('Words of a mail server')",
        `t("It's {name}'s", ${values})`,
        `t("A text's {braces} without values")`,
      ),
    ).toEqual([
      'A text of no screen about Ada',
      'Words of a mail server',
      "It's Ada's",
      "A text's {braces} without values",
    ])
  })

  it('have elements where the text has tags', () => {
    const sentence = `rich('See <link>the jobs of {name}</link>.', { link: ${link}, name: 'Ada' }).props.children`
    expect(inGerman(sentence)).toMatchObject([
      ['See ', { type: 'a', props: { href: '/jobs', children: 'the jobs of Ada' } }, '.'],
    ])
  })
})
