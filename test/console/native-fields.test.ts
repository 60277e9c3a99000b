import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import ts from 'typescript'

const root = join(import.meta.dirname, '../../console/src')
const fields = join('components', 'time', 'fields')

/** The types of fields that look the same in every browser. */
const usual = new Set([
  'checkbox',
  'email',
  'file',
  'number',
  'password',
  'radio',
  'search',
  'tel',
  'text',
  'url',
])

/** Returns the fields of a source file whose type is none of the usual ones, or is not written there. */
function unusualFields(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const unusual: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningLikeElement(node) && /input$/i.test(node.tagName.getText(tree)))
      for (const attribute of node.attributes.properties)
        if (ts.isJsxAttribute(attribute) && attribute.name.getText(tree) === 'type') {
          const { initializer } = attribute
          const isUsual =
            initializer !== undefined && ts.isStringLiteral(initializer) && usual.has(initializer.text)
          if (!isUsual) unusual.push(`${file}: ${attribute.getText(tree)}`)
        }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return unusual
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

describe('a date or a time', () => {
  it('is typed in no field of the browser, which would have the form of the browser’s language', () => {
    expect(sources.flatMap(([path, source]) => unusualFields(path, source))).toEqual([])
  })

  it('is recognized as a field of the browser, also if its type is computed', () => {
    const examples = ['type="date"', 'type="datetime-local"', 'type="time"', 'type={type}', "type={'month'}"]
    for (const example of examples)
      expect(unusualFields('a.tsx', `<TextInput label="Day" ${example} />`)).toEqual([`a.tsx: ${example}`])
    expect(unusualFields('a.tsx', '<input type="text" />')).toEqual([])
  })

  it('has the fields of the console, which alone use the library for calendars', () => {
    const using = sources.filter(([, source]) => source.includes("'@mantine/dates'")).map(([path]) => path)
    expect(using).toEqual([join(fields, 'day-calendar.tsx')])
  })
})
