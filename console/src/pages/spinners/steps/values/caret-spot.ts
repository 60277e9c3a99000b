import type { Spot } from './choice-list.tsx'

const copied = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'textIndent',
  'textTransform',
  'tabSize',
] as const

/**
 * Returns the position of a field's caret on the screen. Browsers do not report it, so it is measured in a
 * copy of the field.
 */
export function caretSpot(field: HTMLTextAreaElement, at: number): Spot {
  const mirror = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    top: '0',
    left: '0',
    width: `${field.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  mirror.textContent = field.value.slice(0, at)
  const caret = document.createElement('span')
  caret.textContent = '\u200b'
  mirror.append(caret)
  document.body.append(mirror)
  const box = field.getBoundingClientRect()
  const top = box.top + caret.offsetTop - field.scrollTop
  const left = box.left + Math.min(caret.offsetLeft - field.scrollLeft, box.width)
  const height = caret.offsetHeight
  mirror.remove()
  return { left, top, bottom: Math.min(top + height, box.bottom) }
}
