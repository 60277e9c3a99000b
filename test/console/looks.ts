import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'

/**
 * Expects that the focus ring of every element that takes the focus on a page is whole: no part of it lies outside of a
 * container that hides or scrolls its content.
 */
export async function expectWholeFocusRings(page: Page): Promise<void> {
  // Makes the keyboard the last used input device. Otherwise the browser shows no ring for a focus by script.
  await page.keyboard.press('Shift')
  expect(await page.evaluate<string[]>(`(${clippedRings})()`)).toEqual([])
}

/** Expects that fields beside each other in a row are equally high. Returns the number of compared pairs. */
export async function expectEvenFields(page: Page): Promise<number> {
  const { pairs, uneven } = await page.evaluate<{ pairs: number; uneven: string[] }>(`(${unevenFields})()`)
  expect(uneven).toEqual([])
  return pairs
}

/** Expects that the text of every badge has a contrast of at least 4.5 to 1, in the light and the dark scheme. */
export async function expectReadableBadges(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    expect(await page.evaluate<string[]>(`(${faintBadges})()`)).toEqual([])
  }
}

/** The tests run these functions in the browser, whose types this project does not have, so they are texts. */
const clippedRings = `() => {
  const focusable = 'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  const clipped = []
  for (const element of document.querySelectorAll(focusable)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    element.focus()
    if (document.activeElement !== element || !element.matches(':focus-visible')) continue
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none') continue
    const room = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset))
    const ring = element.getBoundingClientRect()
    if (ring.width <= 1 || ring.height <= 1) continue
    for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const box = around.getBoundingClientRect()
      const left = box.left + around.clientLeft, top = box.top + around.clientTop
      const beyond = Math.max(
        left - ring.left + room,
        ring.right + room - left - around.clientWidth,
        around.scrollHeight > around.clientHeight ? 0 : Math.max(top - ring.top + room, ring.bottom + room - top - around.clientHeight),
      )
      const scrolls = around.scrollWidth > around.clientWidth && overflowX !== 'hidden'
      if (beyond > 0.5 && !scrolls)
        clipped.push((element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) + ' <' + element.tagName.toLowerCase() + '> by ' + beyond.toFixed(1) + ' px in .' + around.className)
    }
  }
  document.activeElement?.blur()
  return clipped
}`

const unevenFields = `() => {
  const uneven = []
  let pairs = 0
  for (const row of document.querySelectorAll('form, [role=group], [role=search], .mantine-Group-root')) {
    const { display, flexDirection } = getComputedStyle(row)
    if (display !== 'flex' || flexDirection !== 'row') continue
    const fields = [...row.children].flatMap((child) => [...child.querySelectorAll('.mantine-Input-input, .mantine-Button-root')].slice(0, 1).concat(child.matches('.mantine-Button-root') ? [child] : []))
      .filter((field) => field.tagName !== 'TEXTAREA' && field.checkVisibility())
      .map((field) => ({ field, box: field.getBoundingClientRect() }))
    if (!fields.some(({ field }) => field.matches('.mantine-Input-input'))) continue
    for (const { field, box } of fields)
      for (const other of fields.filter((each) => each.field !== field && Math.abs(box.bottom - each.box.bottom) < 12)) {
        pairs++
        if (Math.abs(box.height - other.box.height) > 0.5)
          uneven.push([field, other.field].map((each) => each.id + ' ' + (each.textContent ?? '').slice(0, 30) + ' ' + each.offsetHeight).join(' beside '))
      }
  }
  return { pairs, uneven }
}`

const faintBadges = `() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const paint = (colours) => {
    context.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const light = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const faint = []
  for (const badge of document.querySelectorAll('.mantine-Badge-root')) {
    if (!badge.checkVisibility() || badge.getAttribute('aria-hidden') === 'true') continue
    const behind = []
    for (let around = badge; around !== null; around = around.parentElement) behind.unshift(getComputedStyle(around).backgroundColor)
    const ground = paint(behind)
    const text = paint([...behind, getComputedStyle(badge).color])
    const [more, less] = [light(ground), light(text)].toSorted((a, b) => b - a)
    const contrast = (more + 0.05) / (less + 0.05)
    if (contrast < 4.5) faint.push(badge.textContent + ' ' + contrast.toFixed(2) + ' ' + getComputedStyle(badge).color)
  }
  return faint
}`
