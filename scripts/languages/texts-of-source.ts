import ts from 'typescript'
import { mustBeTranslated } from './translatable.ts'

/** A text that a source file gives to `t` or `rich`. */
export interface UsedText {
  readonly text: string
  readonly line: number
  /** The names of the values that the call fills in; null if they are not written as an object. */
  readonly values: readonly string[] | null
  /** True for a text with elements, whose tags stand for them. */
  readonly isRich: boolean
}

/** A text that users see in English in every language, because the source file does not translate it. */
interface PlainText {
  readonly text: string
  readonly line: number
}

interface Texts {
  readonly used: readonly UsedText[]
  readonly plain: readonly PlainText[]
}

/** The functions that translate a text, by name. */
export const translators: ReadonlySet<string> = new Set(['t', 'rich'])

/** The function whose texts the service sends in English, and which the console translates when it shows them. */
export const serviceFunctions: ReadonlySet<string> = new Set(['sentence'])

/**
 * Returns the texts of a source file that are translated, and texts for users that are not: content of JSX, and
 * attributes and properties whose name says that they hold a text.
 */
export function textsOfSource(
  file: string,
  source: string,
  functions: ReadonlySet<string> = translators,
): Texts {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const used: UsedText[] = []
  const plain: PlainText[] = []
  visit(tree)
  return { used, plain }

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isCallExpression(node) && functions.has(node.expression.getText(tree))) {
      const [text, values] = node.arguments
      if (text !== undefined && ts.isStringLiteralLike(text))
        used.push({
          text: text.text,
          line: lineOf(node),
          values: namesOf(values, tree),
          isRich: node.expression.getText(tree) === 'rich',
        })
      else plain.push({ text: node.getText(tree).slice(0, 80), line: lineOf(node) })
      if (values !== undefined) visit(values)
      return
    }
    if (functions === serviceFunctions) {
      const refusal = refusalIn(node, tree)
      if (refusal?.isPlain === true) plain.push({ text: node.getText(tree).slice(0, 80), line: lineOf(node) })
      else if (refusal !== null)
        used.push({ text: refusal.text, line: lineOf(node), values: [], isRich: false })
    } else if (isText(node) || isMessage(node))
      plain.push({ text: node.getText(tree).replace(/\s+/g, ' ').trim(), line: lineOf(node) })
    ts.forEachChild(node, visit)
  }

  function lineOf(node: ts.Node): number {
    return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
  }

  function isText(node: ts.Node): boolean {
    if (ts.isJsxText(node)) return mustBeTranslated(node.text)
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
    const text = fixedTextOf(node)
    if (!mustBeTranslated(text)) return false
    const name = nameOfPlace(node)
    return name === '' || (name !== null && textNames.has(name)) || isSentence(text) || isWord(node)
  }

  /** Returns true for a value of an object whose name says that it holds words, and for a word beside a value. */
  function isWord(node: ts.Node): boolean {
    const { parent } = outermost(node)
    if (ts.isTemplateSpan(parent)) return ts.isTemplateExpression(node) || parent.expression !== node
    if (!ts.isPropertyAssignment(parent) || parent.name === node) return false
    const { parent: holder } = outermost(parent.parent)
    return ts.isVariableDeclaration(holder) && /words$/i.test(holder.name.getText(tree))
  }

  /** Returns true for a message of the service that JSX shows as the service sent it. */
  function isMessage(node: ts.Node): boolean {
    if (!ts.isJsxExpression(node) || ts.isJsxAttribute(node.parent) || node.expression === undefined)
      return false
    return /(?:^|\.)message$/.test(firstOf(node.expression).getText(tree))
  }

  /** The name of the attribute or property that gets a literal, "" for content of JSX, null for other places. */
  function nameOfPlace(node: ts.Node): string | null {
    const { parent } = outermost(node)
    if (ts.isJsxAttribute(parent)) return parent.name.getText(tree)
    if (ts.isJsxExpression(parent))
      return ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText(tree) : ''
    return ts.isPropertyAssignment(parent) && parent.name !== node && !ts.isComputedPropertyName(parent.name)
      ? parent.name.getText(tree).replaceAll("'", '')
      : null
  }
}

/**
 * Returns a literal that is the message of a `DomainError`, or one of the messages between which the error chooses; null
 * for other nodes. The message is plain if it has values, which `sentence` must fill in.
 */
function refusalIn(
  node: ts.Node,
  tree: ts.SourceFile,
): { readonly text: string; readonly isPlain: boolean } | null {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return null
  const { parent } = outermost(node)
  if (!ts.isPropertyAssignment(parent) || parent.name.getText(tree) !== 'message') return null
  const created = parent.parent.parent
  if (!ts.isNewExpression(created) || created.expression.getText(tree) !== 'DomainError') return null
  const text = fixedTextOf(node)
  if (ts.isStringLiteralLike(node)) return { text, isPlain: false }
  // A message with few words of its own has the place of a fault and its words, which are translated apart.
  return wordsIn(text) > 6 ? { text, isPlain: true } : null
}

function namesOf(values: ts.Expression | undefined, tree: ts.SourceFile): readonly string[] | null {
  if (values === undefined) return []
  if (!ts.isObjectLiteralExpression(values)) return null
  return values.properties.map((property) => property.name?.getText(tree) ?? '…')
}

/** The names of attributes and properties that always hold a text for users. */
const textNames: ReadonlySet<string> = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'confirmLabel',
  'description',
  'everything',
  'heading',
  'hint',
  'label',
  'message',
  'nothingFoundMessage',
  'note',
  'placeholder',
  'summary',
  'title',
  'tooltip',
  'word',
  'words',
])

/** Returns true if a literal is a sentence: three words or more that begin with a capital letter. */
function isSentence(text: string): boolean {
  return /^\p{Lu}\p{Ll}*(?:\s+\S*\p{L}\S*){2}/u.test(text)
}

/** Returns the outermost expression that has the value of a literal: a choice between it and others. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node
  const isPart =
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && isChoice(parent, node))
  return isPart ? outermost(parent) : node
}

/** Returns the first of the values between which an expression chooses. */
function firstOf(node: ts.Expression): ts.Expression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
    ? firstOf(node.left)
    : node
}

function isChoice({ operatorToken: { kind }, right }: ts.BinaryExpression, node: ts.Node): boolean {
  return (
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    (kind === ts.SyntaxKind.AmpersandAmpersandToken && right === node)
  )
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length

function fixedTextOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ')
}
