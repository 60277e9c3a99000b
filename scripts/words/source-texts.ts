import ts from 'typescript'

export interface SourceText {
  /** The number of the line in which the text begins, from 1. */
  readonly line: number
  /** The text of the source file on one line, with `{…}` for each value that is filled in at run time. */
  readonly text: string
}

/** The JSX attributes whose values the screen does not show. */
const hidden = new Set(['className', 'href', 'id', 'key', 'style', 'to'])
/**
 * Matches the beginning of an SQL statement, so that it is not taken for a text for readers. The statements
 * begin in lower case.
 */
const sql = /^(?:alter|create|delete|drop|insert|lock|select|truncate|update|with) /

/**
 * Returns the texts of a source file that people may read: content of JSX, and literals that have several
 * words or begin with a capital letter.
 */
export function sourceTextsOf(file: string, source: string): readonly SourceText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind)
  const texts: SourceText[] = []
  visit(tree)
  return texts

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxAttribute(node) && hidden.has(node.name.getText(tree))) return
    if (ts.isStringLiteralLike(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) add(node, templateText(node))
    else if (ts.isJsxElement(node) || ts.isJsxFragment(node)) addContent(node.children)
    ts.forEachChild(node, visit)
  }

  function addContent(children: readonly ts.JsxChild[]): void {
    const first = children.find((child) => ts.isJsxText(child) && child.text.trim() !== '')
    if (first !== undefined) add(first, children.map(contentOf).join(''))
  }

  function add(node: ts.Node, raw: string): void {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (!/^\p{Lu}|\S \S/u.test(text) || sql.test(text)) return
    const begin = node.getStart(tree) + (ts.isJsxText(node) ? (/\S/.exec(node.text)?.index ?? 0) : 0)
    texts.push({ line: tree.getLineAndCharacterOfPosition(begin).line + 1, text })
  }
}

function templateText(node: ts.TemplateExpression): string {
  return node.head.text + node.templateSpans.map((span) => `{…}${span.literal.text}`).join('')
}

/**
 * Returns the text of a child of a JSX element: JSX text, an expression that is a literal, such as `{' '}`, or
 * the content of an element, such as a link.
 */
function contentOf(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text
  if (ts.isJsxElement(child)) return child.children.map(contentOf).join('')
  const value = ts.isJsxExpression(child) ? child.expression : undefined
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : '{…}'
}
