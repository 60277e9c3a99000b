import { encode } from 'uqr'

/** The empty border around a QR code, in modules. Scanners need it. */
const border = 4

/** Shows a text as a QR code. It is black on white in dark mode too, because many scanners need this. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="100%"
      style={{ maxWidth: 220, background: 'white' }}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
