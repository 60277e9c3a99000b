import { describe, expect, it } from '@jest/globals'
import { faultOfTranslation, faultOfUse } from '../../../scripts/languages/faults-of-translation.ts'
import { loadsOfSource } from '../../../scripts/languages/loads-of-source.ts'
import { serviceFunctions, textsOfSource } from '../../../scripts/languages/texts-of-source.ts'

const use = (values: readonly string[], isRich = false) => ({ file: 'page.tsx', line: 1, values, isRich })
const plainIn = (source: string) => textsOfSource('page.tsx', source).plain.map(({ line }) => line)

describe('the check of texts', () => {
  it.each([
    ['<p>Save the table</p>'],
    ['<Button title="Save" />'],
    ["<p>{isNew ? 'New' : t('Old')}</p>"],
    ["const menu = { label: 'Save' }"],
    // The braces of a template are a part of the planted source.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: see above
    ['const words = { title: `Delete ${name}` }'],
    ['t(name)'],
    ["throw new Error('The table was deleted meanwhile')"],
    ["const operatorWords = { equals: 'is' }"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: see above
    ["const words = `${day}: ${counts || 'nothing'}`"],
    ['<p>{message}</p>'],
    ['<p>{sender.message || email}</p>'],
  ])('refuses %s, which stays English', (source) => {
    expect(plainIn(`const first = 1;\n${source}`)).toEqual([2])
  })

  it.each([
    ["<p>{t('Save the table')}</p>"],
    ['<Button variant="subtle" />'],
    ['<p>Spindle</p>'],
    ["<Code>{'{{ email }}'}</Code>"],
    ['<p>{count} · {total}</p>'],
    ['<p>{translated(message)}</p>'],
    ['<p>{message !== null && translated(message)}</p>'],
    ["const operatorWords = { equals: t('is') }"],
    ["import { save } from './save the table.ts'"],
  ])('accepts %s', (source) => {
    expect(plainIn(source)).toEqual([])
  })

  it('lists the sentences of the service with the names of their values', () => {
    const source = "sentence('The table has no column {column}', { column })\nt('Save')"
    expect(textsOfSource('table.ts', source, serviceFunctions).used).toEqual([
      { text: 'The table has no column {column}', line: 1, values: ['column'], isRich: false },
    ])
  })

  it('lists the refusals of the service, and refuses those with values that no sentence makes', () => {
    const source = [
      "new DomainError('CONFLICT', { message: isOld ? 'The job has ended' : sentence('The job {id} runs', { id }) })",
      "new DomainError('CONFLICT', { message: `The job with the status ${status} cannot be paused` })",
      "new DomainError('VALIDATION_FAILED', { message: `${pointer} ${message}` })",
      "const notice = { message: 'No refusal' }",
    ].join('\n')
    const { used, plain } = textsOfSource('job.ts', source, serviceFunctions)
    expect(used.map(({ text }) => text)).toEqual(['The job has ended', 'The job {id} runs'])
    expect(plain.map(({ line }) => line)).toEqual([2])
  })

  it('lists the texts with the names of their values', () => {
    const source = "rich('See <link>{count} jobs</link>', { link: <a />, count })\nt('Save')"
    expect(textsOfSource('page.tsx', source).used).toEqual([
      { text: 'See <link>{count} jobs</link>', line: 1, values: ['link', 'count'], isRich: true },
      { text: 'Save', line: 2, values: [], isRich: false },
    ])
  })

  it.each([
    ['Delete {name}', ['id'], 'gets no value for name'],
    ['Delete it', ['name'], 'does not name the value name'],
    ['Delete {name', ['name'], 'is not valid'],
  ])('refuses the values of "%s"', (text, values, fault) => {
    expect(faultOfUse(text, use(values))).toContain(fault)
  })
})

describe('the check of translations', () => {
  it.each([
    ['Delete {name}', '{name} löschen'],
    [
      '{count, plural, one {# record} other {# records}}',
      '{count, plural, one {# Datensatz} other {# Datensätze}}',
    ],
    ['{count, number} changed', 'se {count, plural, one {cambió} other {cambiaron}} {count, number}'],
    ['; the rest', '\u00a0; le reste'],
  ])('accepts "%s" as "%s"', (text, translation) => {
    expect(faultOfTranslation(text, translation, [use(['count', 'name'])])).toBeNull()
  })

  it.each([
    ['Delete {name}', 'Löschen', 'lacks value name'],
    ['Delete {name}', '{nom} supprimer {name}', 'has value nom'],
    ['{count, plural, one {# record} other {# records}}', 'Datensätze', 'lacks number count'],
    ['{count, plural, one {a} other {b}}', '{count, plural, one {a}}', 'is not valid'],
    ['Save ', 'Speichern', 'ends with other spaces'],
    ['Save', '', 'is empty'],
  ])('refuses "%s" as "%s"', (text, translation, fault) => {
    expect(faultOfTranslation(text, translation, [use(['count', 'name'])])).toContain(fault)
  })

  it('refuses a translation without the tags of a text with elements', () => {
    const uses = [use(['link'], true)]
    expect(faultOfTranslation('See <link>jobs</link>', 'Siehe Läufe', uses)).toBe('lacks tag link')
    expect(faultOfTranslation('See <link>jobs</link>', 'Siehe <link>Läufe</link>', uses)).toBeNull()
  })
})

describe('the check of loaded translations', () => {
  it('reads which modules a file loads at once, and which later after the texts of features', () => {
    const source = [
      "import type { Job } from './job.ts'",
      "import { t } from './text.ts'",
      "export { page } from './page.ts'",
      "const load = withTexts(['jobs', 'steps'], () => import('./dialog.tsx'))",
      "const other = () => import('./other.tsx')",
    ].join('\n')
    expect(loadsOfSource('page.tsx', source)).toEqual({
      imports: ['./text.ts', './page.ts'],
      late: [
        { path: './dialog.tsx', line: 4, features: ['jobs', 'steps'] },
        { path: './other.tsx', line: 5, features: [] },
      ],
    })
  })
})
