import { saveFile } from '../../api/export/save-file.ts'
import { t } from '../../languages/text.ts'

/** The properties of SVG elements that style sheets set, and that an SVG file without style sheets needs. */
const styles = ['fill', 'stroke', 'stroke-width', 'opacity', 'font-size', 'font-family', 'text-anchor']

/** The number of pixels of the image for each pixel of the screen, so that the image is sharp in documents. */
const scale = 2

/** Saves a chart as a PNG file, with the colours that it has on the screen and its title above it. */
export async function saveAsPng(chart: SVGSVGElement, title: string, fileName: string): Promise<void> {
  const { width, height } = chart.getBoundingClientRect()
  const copy = withStyles(chart)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const text = new XMLSerializer().serializeToString(copy)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const heading = 28
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = (height + heading) * scale
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(t('The browser cannot draw images'))
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
  context.scale(scale, scale)
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, width, height + heading)
  context.fillStyle = color
  context.font = `600 13px ${fontFamily}`
  context.fillText(title, 8, 18)
  context.drawImage(image, 0, heading, width, height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (file === null) throw new Error(t('The browser cannot save images'))
  saveFile(file, fileName)
}

/** Returns a copy of a chart in which each element has its styles as attributes. */
function withStyles(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const originals = chart.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const computed = getComputedStyle(original)
    for (const name of styles) element.setAttribute(name, computed.getPropertyValue(name))
  }
  return copy
}
