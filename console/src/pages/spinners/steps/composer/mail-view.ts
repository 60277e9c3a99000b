import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { type ValueTag, valueTagsIn } from '../fields/value-tags.ts'
import { type Action, actions, breakLine, types } from './mail-commands.ts'

/**
 * Returns the initial state of the e-mail editor. The keys of the plugins `first` take precedence over all
 * others.
 */
export function stateOf(doc: Node, first: readonly Plugin[]): EditorState {
  const shortcuts = Object.values<Action>(actions).flatMap(({ keys, run }) =>
    keys === undefined ? [] : [[keys, run] as const],
  )
  return EditorState.create({
    doc,
    plugins: [
      ...first,
      history(),
      keymap({
        ...Object.fromEntries(shortcuts),
        'Mod-y': actions.redo.run,
        'Shift-Enter': breakLine,
        Enter: splitListItem(types.item),
        'Mod-]': sinkListItem(types.item),
        'Mod-[': liftListItem(types.item),
      }),
      keymap(baseKeymap),
      templateTags,
    ],
  })
}

/**
 * Marks template tags in the e-mail editor. A value is shown as a chip with its name; while the caret is inside of it
 * or beside it, the value is shown as it is written, because the browser would move the caret out of hidden text.
 */
const templateTags = new Plugin({
  props: {
    decorations({ doc, selection }) {
      const marked: Decoration[] = []
      doc.descendants((node, at) => {
        if (!node.isText) return
        const text = node.text ?? ''
        const values = new Map(valueTagsIn(text).map((tag) => [tag.at, tag]))
        for (const { index, 0: tag } of text.matchAll(/\{\{[^{}]*\}\}|\{%[^%]*%\}/g)) {
          const [from, to] = [at + index, at + index + tag.length]
          marked.push(Decoration.inline(from, to, { class: 'mail-tag' }))
          const value = values.get(index)
          const isEdited = selection.from <= to && selection.to >= from
          if (value !== undefined && !isEdited) marked.push(...chipOf(value, from))
        }
      })
      return DecorationSet.create(doc, marked)
    },
  },
})

/** Returns the decorations that hide all of a value but its name, and show its word for empty cells behind the name. */
function chipOf({ text, name, fallback }: ValueTag, from: number): readonly Decoration[] {
  const at = text.indexOf(name)
  if (at === -1) return []
  const [start, end] = [from + at, from + at + name.length]
  const hidden = { class: 'mail-tag-syntax' }
  return [
    Decoration.inline(from, start, hidden),
    Decoration.inline(start, end, {
      title: text,
      ...(fallback === null ? {} : { 'data-fallback': fallback }),
    }),
    Decoration.inline(end, from + text.length, hidden),
  ]
}

/** Shows an image of an e-mail in the editor, or its alternative text until the picture is loaded. */
export function imageView(node: Node, pictureOf: (src: string) => string | undefined) {
  const { src, alt } = node.attrs as { src: string; alt: string }
  const picture = pictureOf(src)
  const dom = document.createElement(picture === undefined ? 'span' : 'img')
  if (dom instanceof HTMLImageElement) Object.assign(dom, { src: picture, alt })
  else dom.textContent = `Image: ${alt === '' ? src : alt}`
  dom.className = 'mail-image'
  return { dom }
}

/** Shows an image beside editable text in the editor. */
export function besideView(node: Node, pictureOf: (src: string) => string | undefined) {
  const dom = document.createElement('div')
  const contentDOM = document.createElement('div')
  dom.className = 'mail-beside'
  dom.dataset['side'] = String(node.attrs['side'])
  const image = imageView(node, pictureOf).dom
  image.contentEditable = 'false'
  dom.append(image, contentDOM)
  return { dom, contentDOM }
}

/** Returns the text of the edited paragraph before the caret; null if text is selected. */
export function beforeCaret({ state: { selection } }: EditorView): string | null {
  const { $from, empty } = selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc') : null
}

export function afterCaret({ state: { selection } }: EditorView): string {
  const { $from } = selection
  return $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, '\ufffc')
}
