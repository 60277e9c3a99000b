import { beforeAll, describe, expect, it } from '@jest/globals'

/** The page of a browser in which German was chosen. */
const page = { cookie: 'theme=dark; spindle_language=de' }

type Texts = typeof import('../../../console/src/languages/text.ts') &
  typeof import('../../../console/src/languages/rich.ts') &
  typeof import('../../../console/src/languages/catalogue.ts')

let german: Texts

beforeAll(async () => {
  Object.defineProperty(globalThis, 'document', { value: page, configurable: true })
  try {
    const catalogue = await import('../../../console/src/languages/catalogue.ts')
    await catalogue.catalogueLoad
    german = {
      ...catalogue,
      ...(await import('../../../console/src/languages/text.ts')),
      ...(await import('../../../console/src/languages/rich.ts')),
    }
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
})

/** A link, as JSX makes it. */
const link = {
  $$typeof: Symbol.for('react.transitional.element'),
  type: 'a',
  key: null,
  props: { href: '/jobs' },
}

describe('texts of the console in German', () => {
  it('are translated', () => {
    expect(german.t('Save')).toBe('Speichern')
    expect(german.translated('Invalid API key')).not.toBe('Invalid API key')
  })

  it('have the plural and the digits of the language', () => {
    const records = (count: number) =>
      german.t('{count, plural, one {# record} other {# records}}', { count })
    expect([records(1), records(0), records(12_345)]).toEqual([
      '1 Datensatz',
      '0 Datensätze',
      '12.345 Datensätze',
    ])
  })

  it('are English if the catalogue lacks them', () => {
    expect(german.t('A text of no screen about {name}', { name: 'Ada' })).toBe(
      'A text of no screen about Ada',
    )
    expect(german.translated('Words of a mail server')).toBe('Words of a mail server')
  })

  it('quote nothing by apostrophes', () => {
    expect(german.t("It's {name}'s", { name: 'Ada' })).toBe("It's Ada's")
    expect(german.t("A text's {braces} without values")).toBe("A text's {braces} without values")
  })

  it('have elements where the text has tags', () => {
    const made = german.rich('See <link>the jobs of {name}</link>.', { link: link as never, name: 'Ada' })
    const { children } = (made as unknown as { props: { children: readonly unknown[] } }).props
    expect(children).toMatchObject([
      'See ',
      { type: 'a', props: { href: '/jobs', children: 'the jobs of Ada' } },
      '.',
    ])
  })
})
