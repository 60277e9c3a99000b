import ts from 'typescript'

/** Code that a source file loads when it is needed, with `import('…')`. */
interface LateLoad {
  readonly path: string
  readonly line: number
  /** The features in the call of `withTexts` or `code` around the import, whose translations are loaded first. */
  readonly features: readonly string[]
}

interface Loads {
  /** The paths of the modules that are loaded with the source file, without those that only give types. */
  readonly imports: readonly string[]
  readonly late: readonly LateLoad[]
}

/** The functions that load translations before code; the features are their first argument. */
const loaders = new Set(['withTexts', 'code'])

/** Returns the modules of the console that a source file loads. */
export function loadsOfSource(file: string, source: string): Loads {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const imports: string[] = []
  const late: LateLoad[] = []
  visit(tree, [])
  return { imports, late }

  function visit(node: ts.Node, features: readonly string[]): void {
    if (ts.isImportDeclaration(node)) {
      if (node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
        imports.push(...textOf(node.moduleSpecifier))
      return
    }
    if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly) imports.push(...textOf(node.moduleSpecifier))
      return
    }
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, features))
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword)
      for (const path of textOf(node.arguments[0])) late.push({ path, features, line: lineOf(node) })
    const [list] = node.arguments
    const isLoader = loaders.has(node.expression.getText(tree)) && list !== undefined
    const listed =
      isLoader && ts.isArrayLiteralExpression(list)
        ? list.elements.flatMap((element) => textOf(element))
        : features
    ts.forEachChild(node, (child) => visit(child, listed))
  }

  function lineOf(node: ts.Node): number {
    return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
  }
}

function textOf(node: ts.Node | undefined): string[] {
  return node !== undefined && ts.isStringLiteralLike(node) ? [node.text] : []
}
