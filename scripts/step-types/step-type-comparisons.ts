import ts from 'typescript'

interface Comparison {
  /** The number, from 1, of the source line that compares a step's type with a name. */
  readonly line: number
  readonly text: string
}

/**
 * Returns the lines of a source file that compare the type of a spinner's step with a type name, or list step
 * type names. Ignores the types of columns, some of which have the same names: `column.type`, and a `switch`
 * with other names.
 */
export function stepTypeComparisons(
  file: string,
  source: string,
  names: ReadonlySet<string>,
): readonly Comparison[] {
  const found = file.endsWith('.sql') ? [] : inCode(file, source, names)
  return [...found, ...inSql(source, names)].toSorted((a, b) => a.line - b.line)
}

function inCode(file: string, source: string, names: ReadonlySet<string>): Comparison[] {
  // Parses only source files that contain the name of a step type in quotes, because parsing takes most of
  // the time.
  if (!new RegExp(`['"\`](?:${[...names].join('|')})['"\`]`).test(source)) return []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind)
  const found: Comparison[] = []
  visit(tree)
  return found

  function visit(node: ts.Node): void {
    if (ts.isBinaryExpression(node) && equalities.has(node.operatorToken.kind)) {
      const { left, right } = node
      if ((isType(left) && isName(right)) || (isType(right) && isName(left))) add(node)
    } else if (ts.isSwitchStatement(node) && isType(node.expression)) {
      const cases = node.caseBlock.clauses.filter((clause) => ts.isCaseClause(clause))
      if (cases.every((one) => isName(one.expression))) add(node)
    } else if (ts.isArrayLiteralExpression(node) && node.elements.length > 1 && node.elements.every(isName))
      add(node)
    ts.forEachChild(node, visit)
  }

  /** Returns whether an expression is `type`, or the member `type` of anything except a column. */
  function isType(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) return node.text === 'type'
    return (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'type' &&
      !/\bcolumn$/i.test(node.expression.getText(tree))
    )
  }

  function isName(node: ts.Expression): boolean {
    return ts.isStringLiteralLike(node) && names.has(node.text)
  }

  function add(node: ts.Node): void {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
    const text = node.getText(tree).split('\n')[0] ?? ''
    found.push({ line, text })
  }
}

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

/** Finds SQL and JSON paths that compare the member `type` of a stored step, in SQL files and in TypeScript. */
function inSql(source: string, names: ReadonlySet<string>): Comparison[] {
  const name = [...names].join('|')
  const comparison = new RegExp(
    `->>?\\s*'type'[^\\n]*'(?:${name})'|\\.type\\s*\\?\\s*\\([^\\n]*"(?:${name})"|@\\.type\\s*==\\s*"(?:${name})"|@>[^\\n]*"type":\\s*"(?:${name})"`,
  )
  return source.split('\n').flatMap((text, index) => {
    const isComparison = comparison.test(text)
    return isComparison ? [{ line: index + 1, text: text.trim() }] : []
  })
}
