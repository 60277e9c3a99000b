const size = { width: 88, height: 24 }

/** A small line without axes. The text beside it or `label` says what it shows. */
export function SparkLine({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(1, ...counts)
  const points = counts.map((count, index) => {
    const x = (index / Math.max(1, counts.length - 1)) * (size.width - 2) + 1
    const y = size.height - 2 - (count / most) * (size.height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
