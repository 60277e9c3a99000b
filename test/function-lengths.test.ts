import { describe, expect, it } from '@jest/globals'
import ts from 'typescript'
import { sourcesOf } from '../scripts/words/sources.ts'

/** The largest number of lines of a function. `.oxlintrc.json` has the same limit for all other files. */
const maxLines = 80
/** The functions whose callbacks are suites. A suite is a list of tests and may be longer. */
const suites = new Set(['describe', 'contract'])

/** Returns the places of the functions in a test file that are too long, such as `a.test.ts:7`. */
function longFunctionsIn({ file, source }: ReturnType<typeof sourcesOf>[number]): readonly string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1
  const found: string[] = []
  visit(tree)
  return found

  function visit(node: ts.Node): void {
    const first = lineAt(node.getStart(tree))
    if (lineAt(node.end) - first < maxLines) return
    if (ts.isFunctionLike(node) && !isSuite(node)) found.push(`${file}:${first}`)
    ts.forEachChild(node, visit)
  }
}

/** Returns whether a function is the callback of `describe`, `describe.each(…)`, `contract` and the like. */
function isSuite({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent)) return false
  let called: ts.Expression = parent.expression
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) called = called.expression
  return ts.isIdentifier(called) && suites.has(called.text)
}

describe('a function of a test file', () => {
  it('has at most 80 lines, unless it is a suite', () => {
    expect(sourcesOf('test/*.test.ts').flatMap(longFunctionsIn)).toEqual([])
  })

  it.each([
    ['function act() {', '}', ['a.test.ts:1']],
    ['const act = async () => {', '}', ['a.test.ts:1']],
    ["it('acts', async () => {", '})', ['a.test.ts:1']],
    ["describe('an act', () => { const act = () => {", '} })', ['a.test.ts:1']],
    ["describe('an act', () => {", '})', []],
    ["describe.each(adapters)('an act on %s', (name) => {", '})', []],
    ['contract([Clock], () => {', '})', []],
  ])('is found if it has 81 lines: %s', (head, end, found) => {
    const ofLines = (count: number) => [head, ...Array<string>(count - 2).fill('act()'), end].join('\n')
    expect(longFunctionsIn({ file: 'a.test.ts', source: ofLines(81) })).toEqual(found)
    expect(longFunctionsIn({ file: 'a.test.ts', source: ofLines(80) })).toEqual([])
  })
})
