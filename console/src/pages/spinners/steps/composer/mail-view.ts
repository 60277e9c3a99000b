import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { type Action, actions, breakLine, types } from './mail-commands.ts'

/**
 * Returns the initial state of the e-mail editor. The keys of the plugin `first` take precedence over all
 * others.
 */
export function stateOf(doc: Node, first: Plugin): EditorState {
  const shortcuts = Object.values<Action>(actions).flatMap(({ keys, run }) =>
    keys === undefined ? [] : [[keys, run] as const],
  )
  return EditorState.create({
    doc,
    plugins: [
      first,
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

/** Marks template tags in the e-mail editor, so that they look different from the text. */
const templateTags = new Plugin({
  props: {
    decorations({ doc }) {
      const found: Decoration[] = []
      doc.descendants((node, at) => {
        if (!node.isText) return
        for (const { index, 0: tag } of (node.text ?? '').matchAll(/\{\{[^{}]*\}\}|\{%[^%]*%\}/g))
          found.push(Decoration.inline(at + index, at + index + tag.length, { class: 'mail-tag' }))
      })
      return DecorationSet.create(doc, found)
    },
  },
})

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

/** Returns the text of the edited paragraph before the caret; null if text is selected. */
export function beforeCaret({ state: { selection } }: EditorView): string | null {
  const { $from, empty } = selection
  return empty ? $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc') : null
}

export function afterCaret({ state: { selection } }: EditorView): string {
  const { $from } = selection
  return $from.parent.textBetween($from.parentOffset, $from.parent.content.size, undefined, '\ufffc')
}
