import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Mark, MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import type { Align, BesideAttributes, ButtonAttributes } from './blocks/block-html.ts'
import { mailSchema } from './mail-schema.ts'

const { nodes, marks } = mailSchema
const nodeType = (name: keyof typeof nodes): NodeType => nodes[name] as NodeType
const markType = (name: keyof typeof marks): MarkType => marks[name] as MarkType

export const types = {
  paragraph: nodeType('paragraph'),
  heading: nodeType('heading'),
  quote: nodeType('blockquote'),
  bullets: nodeType('bullet_list'),
  numbers: nodeType('ordered_list'),
  item: nodeType('list_item'),
  rule: nodeType('horizontal_rule'),
  button: nodeType('button'),
  beside: nodeType('beside'),
  line: nodeType('hard_break'),
  image: nodeType('image'),
  link: markType('link'),
  color: markType('color'),
  bold: markType('strong'),
  italic: markType('em'),
}

/**
 * A button in the toolbar of the e-mail editor: its command, and whether the command is active at the caret.
 */
export interface Action {
  readonly name: string
  readonly keys?: string
  readonly run: Command
  isOn?(state: EditorState): boolean
}

const toggled =
  (type: NodeType, on: Command): Command =>
  (state, dispatch, view) =>
    isWithin(type)(state) ? lift(state, dispatch, view) : on(state, dispatch, view)

const listed =
  (type: NodeType): Command =>
  (state, dispatch, view) =>
    isWithin(type)(state)
      ? liftListItem(types.item)(state, dispatch)
      : wrapInList(type)(state, dispatch, view)

const headed =
  (level: number): Command =>
  (state, dispatch, view) =>
    isHeading(level)(state)
      ? setBlockType(types.paragraph)(state, dispatch, view)
      : setBlockType(types.heading, { level })(state, dispatch, view)

export const actions = {
  bold: { name: 'Bold', keys: 'Mod-b', run: toggleMark(types.bold), isOn: isMarked(types.bold) },
  italic: { name: 'Italic', keys: 'Mod-i', run: toggleMark(types.italic), isOn: isMarked(types.italic) },
  heading: { name: 'Heading', keys: 'Mod-Alt-2', run: headed(2), isOn: isHeading(2) },
  subheading: { name: 'Subheading', keys: 'Mod-Alt-3', run: headed(3), isOn: isHeading(3) },
  bullets: {
    name: 'Bullet list',
    keys: 'Mod-Shift-8',
    run: listed(types.bullets),
    isOn: isWithin(types.bullets),
  },
  numbers: {
    name: 'Numbered list',
    keys: 'Mod-Shift-7',
    run: listed(types.numbers),
    isOn: isWithin(types.numbers),
  },
  quote: {
    name: 'Quote',
    keys: 'Mod-Shift-9',
    run: toggled(types.quote, wrapIn(types.quote)),
    isOn: isWithin(types.quote),
  },
  left: { name: 'Align left', keys: 'Mod-Shift-l', run: alignTo(null), isOn: isAligned(null) },
  center: { name: 'Align centre', keys: 'Mod-Shift-e', run: alignTo('center'), isOn: isAligned('center') },
  right: { name: 'Align right', keys: 'Mod-Shift-r', run: alignTo('right'), isOn: isAligned('right') },
  divider: { name: 'Divider', run: insertBlock(types.rule.create()) },
  undo: { name: 'Undo', keys: 'Mod-z', run: undo },
  redo: { name: 'Redo', keys: 'Mod-Shift-z', run: redo },
} satisfies Readonly<Record<string, Action>>

export const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(types.line.create()).scrollIntoView())
  return true
})

/** Sets the alignment of the selected paragraphs, headings and buttons; null for the usual one. */
function alignTo(align: 'center' | 'right' | null): Command {
  return ({ tr, selection, doc }, dispatch) => {
    doc.nodesBetween(selection.from, selection.to, (node, at) => {
      if (node.type === types.button) tr.setNodeAttribute(at, 'align', align ?? 'left')
      else if ('align' in node.attrs) tr.setNodeAttribute(at, 'align', align)
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

function isAligned(align: Align | null) {
  return ({ selection, doc }: EditorState): boolean => {
    const alignments: unknown[] = []
    doc.nodesBetween(selection.from, selection.to, (node) => {
      if ('align' in node.attrs) alignments.push(node.attrs['align'] === 'left' ? null : node.attrs['align'])
    })
    return alignments.length > 0 && alignments.every((alignment) => alignment === align)
  }
}

/** Inserts a block below the paragraph at the caret, in place of an empty paragraph. */
function insertBlock(block: Node): Command {
  return (state, dispatch) => {
    const tr = state.tr.replaceSelectionWith(block)
    // Adds a paragraph at the end of the message, because no text can be typed after a last block without text.
    if (tr.doc.lastChild?.isAtom === true) tr.insert(tr.doc.content.size, types.paragraph.create())
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Inserts an image at the caret, in its line of text. */
export const insertImage =
  (image: { readonly src: string; readonly alt: string }): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(types.image.create(image)).scrollIntoView())
    return true
  }

/** Returns the attributes of the selected button; null if no button is selected. */
export function buttonAt({ selection }: EditorState): ButtonAttributes | null {
  return selection instanceof NodeSelection && selection.node.type === types.button
    ? (selection.node.attrs as ButtonAttributes)
    : null
}

/** Inserts a button, or changes the selected one. */
export const setButton = (attributes: ButtonAttributes): Command =>
  insertBlock(types.button.create(attributes))

/** Returns the image beside the text at the caret; null if there is none. */
export function besideAt(state: EditorState): BesideAttributes | null {
  const place = besidePlace(state)
  return place === null ? null : (place.node.attrs as BesideAttributes)
}

/** Puts an image beside the selected paragraphs, or changes the image beside the text at the caret. */
export const setBeside =
  (attributes: BesideAttributes): Command =>
  (state, dispatch, view) => {
    const place = besidePlace(state)
    if (place === null) return wrapIn(types.beside, attributes)(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(place.at, null, attributes))
    return true
  }

function besidePlace({ selection }: EditorState): { node: Node; at: number } | null {
  if (selection instanceof NodeSelection && selection.node.type === types.beside)
    return { node: selection.node, at: selection.from }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === types.beside) return { node: $from.node(depth), at: $from.before(depth) }
  return null
}

/** Returns the colour of the text at the caret or of the selected text; null if it has none of its own. */
export function colorAt({
  selection: { from, to, empty, $from },
  storedMarks,
  doc,
}: EditorState): string | null {
  const sets: (readonly Mark[])[] = empty ? [storedMarks ?? $from.marks()] : []
  if (!empty) doc.nodesBetween(from, to, (one) => void (one.isText && sets.push(one.marks)))
  const mark = sets.map((some) => types.color.isInSet(some)).find((one) => one !== undefined)
  return mark === undefined ? null : String(mark.attrs['color'])
}

/** Colours the selected text, or the text that is typed next; null gives it the usual colour. */
export const colorTo =
  (color: string | null): Command =>
  ({ tr, selection: { from, to, empty } }, dispatch) => {
    const mark = color === null ? null : types.color.create({ color })
    if (empty) dispatch?.(mark === null ? tr.removeStoredMark(types.color) : tr.addStoredMark(mark))
    else {
      tr.removeMark(from, to, types.color)
      dispatch?.(mark === null ? tr : tr.addMark(from, to, mark))
    }
    return true
  }

function isMarked(type: MarkType) {
  return ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState): boolean =>
    empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

function isWithin(type: NodeType) {
  return ({ selection: { $from } }: EditorState): boolean =>
    Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type).includes(type)
}

function isHeading(level: number) {
  return ({ selection: { $from } }: EditorState): boolean =>
    $from.parent.type === types.heading && $from.parent.attrs['level'] === level
}

/** Returns the address of the link at the caret or in the selection; null if there is none. */
export function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState): string | null {
  let href: string | null = null
  const look = (found: ReturnType<MarkType['isInSet']>) => {
    if (found !== undefined) href ??= String(found.attrs['href'])
  }
  if (empty) look(types.link.isInSet($from.marks()) ?? types.link.isInSet($from.nodeAfter?.marks ?? []))
  else doc.nodesBetween(from, to, (one) => look(types.link.isInSet(one.marks)))
  return href
}

/**
 * Adds a link to the selected text, or changes the link at the caret. Without either, inserts the address as
 * text.
 */
export const linkTo =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { tr } = state
    const { from, to, empty } = state.selection
    const range = empty ? linkRange(state) : { from, to }
    if (range !== null) {
      tr.removeMark(range.from, range.to, types.link)
      if (href !== null) tr.addMark(range.from, range.to, types.link.create({ href }))
    } else if (href !== null)
      tr.replaceSelectionWith(mailSchema.text(href, [types.link.create({ href })]), false)
    dispatch?.(tr.scrollIntoView())
    return true
  }

function linkRange({ selection: { $from } }: EditorState): { from: number; to: number } | null {
  const { parent } = $from
  let range: { from: number; to: number } | null = null
  parent.forEach((child, offset) => {
    const from = $from.start() + offset
    const to = from + child.nodeSize
    if (types.link.isInSet(child.marks) !== undefined && from <= $from.pos && $from.pos <= to)
      range ??= { from, to }
  })
  return range
}
