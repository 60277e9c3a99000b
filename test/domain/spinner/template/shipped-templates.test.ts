import { describe, expect, it } from '@jest/globals'
import { conceptOf, wordsOfName } from '../../../../src/domain/arrival/proposal/names.ts'
import { programOf } from '../../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import {
  shippedTemplateOf,
  shippedTemplates,
} from '../../../../src/domain/spinner/template/shipped-templates.ts'
import type { SpinnerTemplate } from '../../../../src/domain/spinner/template/spinner-template.ts'
import { languageCodes } from '../../../../src/domain/text/language.ts'

const english = shippedTemplates('en')
const steps = (template: SpinnerTemplate): readonly Step[] =>
  programOf(template.steps).map(({ step }) => step)

/** Returns the texts of a template's e-mails: each subject and each body. */
const textsOf = (template: SpinnerTemplate): readonly string[] =>
  steps(template).flatMap((step) => (step.type === 'email' ? [step.subject, step.html ?? ''] : []))

/** Returns the parts of a text that every language has: expressions without their names and words, and tags. */
const partsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{.*?\}\}|<[^>]+>/g)].map(([part]) => part.replaceAll(/"[^"]*"/g, '""')).toSorted()

/** Returns a step without its texts and columns. */
const withoutTexts = (step: Step): unknown => {
  if (step.type === 'email') return { ...step, to: '', subject: '', html: '' }
  if (step.type === 'waitUntil') return { ...step, column: '' }
  return step.type === 'split' ? step.branches.map(({ percent }) => percent) : step
}

describe('shipped templates', () => {
  it.each(languageCodes)('have ids of their own in each language, before all other ids: %s', (language) => {
    const ids = shippedTemplates(language).map(({ id }) => id)
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) {
      expect(id).toMatch(/^00000000-0000-7000-8000-000000000\d{3}$/)
      expect(shippedTemplates(language)).toContain(shippedTemplateOf(id))
    }
  })

  it('keep the ids in English, which calls of the API have stored', () => {
    expect(english.map(({ id }) => id.slice(-3)).toSorted()).toEqual([
      '001',
      '002',
      '003',
      '004',
      '005',
      '006',
      '007',
      '008',
    ])
  })

  it.each(['de', 'fr', 'es'] as const)('have the same steps, settings and expressions in %s', (language) => {
    for (const [index, template] of shippedTemplates(language).entries()) {
      const original = english[index]
      if (original === undefined) throw new Error('A template in English was expected')
      const { name, settings, kind, stepCount } = template
      expect([name, settings, kind, stepCount]).toEqual([
        name,
        original.settings,
        original.kind,
        original.stepCount,
      ])
      expect(steps(template).map(withoutTexts)).toEqual(steps(original).map(withoutTexts))
      expect([name, textsOf(template).map(partsOf)]).toEqual([name, textsOf(original).map(partsOf)])
    }
  })

  it.each(['de', 'fr', 'es'] as const)('have no text in English in %s', (language) => {
    for (const [index, template] of shippedTemplates(language).entries()) {
      const original = english[index]
      expect(template.name).not.toBe(original?.name)
      expect(template.description).not.toBe(original?.description)
      const sentences = new Set(textsOf(original ?? template).flatMap((text) => text.split('\n')))
      for (const text of textsOf(template))
        for (const line of text.split('\n')) expect(sentences).not.toContain(line)
    }
  })

  it.each(languageCodes)('name columns whose meaning is recognized, except for dates, in %s', (language) => {
    for (const { columns } of shippedTemplates(language)) {
      const meanings = columns.map((column) => conceptOf(wordsOfName(column)))
      expect(meanings.filter((meaning) => meaning !== null)).toEqual(
        ['email', 'firstName', 'company'].slice(0, meanings.filter((meaning) => meaning !== null).length),
      )
      expect(meanings.filter((meaning) => meaning === null).length).toBeLessThan(2)
    }
  })
})
