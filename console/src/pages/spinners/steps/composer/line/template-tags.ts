import type { ResolvedPos } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { type ValueTag, valueTagsIn } from '../../fields/value-tags.ts'

/** Whether the editor has the focus. */
const focus = new PluginKey<boolean>('focus')

/**
 * Marks template tags in an editor. A value is shown as a chip with its name; while the caret is inside of it or beside
 * it, the value is shown as it is written, because the browser would move the caret out of hidden text.
 */
export const templateTags = new Plugin<boolean>({
  key: focus,
  state: {
    init: () => false,
    apply: (tr, hasFocus) => (tr.getMeta(focus) as boolean | undefined) ?? hasFocus,
  },
  appendTransaction: (changes, before, { tr, selection }) => {
    if (!(selection instanceof TextSelection) || !movesOnly(changes)) return null
    const [anchor, head] = [besideChip(selection.$anchor, before), besideChip(selection.$head, before)]
    if (anchor === selection.anchor && head === selection.head) return null
    return tr.setSelection(TextSelection.create(tr.doc, anchor, head))
  },
  props: {
    handleDOMEvents: { focus: setFocusLater, blur: setFocusLater },
    decorations(state) {
      const { doc, selection } = state
      const hasFocus = focus.getState(state) === true
      const marked: Decoration[] = []
      const mark = (text: string, at: number) => {
        const values = new Map(valueTagsIn(text).map((tag) => [tag.at, tag]))
        for (const { index, 0: tag } of text.matchAll(/\{\{[^{}]*\}\}|\{%[^%]*%\}/g)) {
          const [from, to] = [at + index, at + index + tag.length]
          marked.push(Decoration.inline(from, to, { class: 'mail-tag' }))
          const value = values.get(index)
          const isEdited = hasFocus && selection.from <= to && selection.to >= from
          if (value !== undefined && !isEdited) marked.push(...chipOf(value, from))
        }
      }
      doc.descendants((node, at) => {
        if (node.isText) mark(node.text ?? '', at)
      })
      return DecorationSet.create(doc, marked)
    },
  },
})

function movesOnly(changes: readonly Transaction[]): boolean {
  return changes.some(({ selectionSet }) => selectionSet) && !changes.some(({ docChanged }) => docChanged)
}

/**
 * Returns the position beside a chip for a position between its name and the hidden text around it. The browser stops
 * there, so text typed after the key End would be written into the value.
 */
function besideChip($position: ResolvedPos, before: EditorState): number {
  const { parent, pos } = $position
  const start = $position.start()
  for (const { at, text, name } of valueTagsIn(
    parent.textBetween(0, parent.content.size, undefined, '\ufffc'),
  )) {
    const [from, to] = [start + at, start + at + text.length]
    const { selection } = before
    const wasChip = focus.getState(before) !== true || selection.from > to || selection.to < from
    const nameFrom = from + text.indexOf(name)
    if (!wasChip || pos <= from || pos >= to) continue
    if (pos <= nameFrom) return from
    if (pos >= nameFrom + name.length) return to
  }
  return pos
}

/** Tells the plugin of the focus after the browser has set the caret, which a change of the content would move. */
function setFocusLater(view: EditorView): false {
  setTimeout(() => {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(focus, view.hasFocus()))
  })
  return false
}

/** Returns the decorations that hide all of a value but its name, and show its word for empty cells behind the name. */
function chipOf({ text, name, fallback }: ValueTag, from: number): readonly Decoration[] {
  const at = text.indexOf(name)
  if (at === -1) return []
  const [start, end] = [from + at, from + at + name.length]
  const hidden = { class: 'mail-tag-syntax' }
  return [
    Decoration.inline(from, start, hidden),
    Decoration.inline(start, end, {
      class: 'mail-chip',
      title: text,
      ...(fallback === null ? {} : { 'data-fallback': fallback }),
    }),
    Decoration.inline(end, from + text.length, hidden),
  ]
}
