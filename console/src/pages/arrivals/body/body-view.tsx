import { Box, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type ArrivalReason, wordsOfReason } from '../../../components/arrival/reason-words.ts'
import { t } from '../../../languages/text.ts'
import { linesOf } from './body-lines.ts'
import type { Tree } from './body-tree.ts'
import classes from './body-view.module.css'

/** Maximum number of lines shown of a parsed body. The raw body has the rest. */
const maxLines = 3_000
const maxIndent = 16

/**
 * Shows the body of an arrival in lines, with each reason for its refusal below the value that the reason is
 * about.
 */
export function BodyView({
  tree,
  reasons,
}: {
  tree: Tree
  reasons: ReadonlyMap<Tree, readonly ArrivalReason[]>
}) {
  const { lines, isCut } = linesOf(tree, maxLines)
  const first = useRef<HTMLDivElement>(null)
  const firstMarked = lines.find((line) => line.tree !== null && reasons.has(line.tree))?.no
  useEffect(() => {
    const line = first.current
    const box = line?.parentElement
    if (line === null || box === null || box === undefined) return
    // Scrolls the box of the body, and not the page, to the first line with a reason.
    box.scrollTop = Math.max(0, line.offsetTop - box.offsetTop - box.clientHeight / 3)
  }, [])
  return (
    <>
      <Box className={classes['body'] ?? ''} tabIndex={0} role="region" aria-label={t('The body')}>
        {lines.map(({ no, depth, text, tree: begun }) => {
          const here = begun === null ? undefined : reasons.get(begun)
          const indent = { marginInlineStart: `${Math.min(depth, maxIndent) * 2}ch` }
          if (here === undefined)
            return (
              <div key={no} className={classes['line']}>
                <div style={indent}>{text}</div>
              </div>
            )
          return (
            <div
              key={no}
              ref={no === firstMarked ? first : null}
              className={`${classes['line']} ${classes['marked']}`}
            >
              <div style={indent}>
                {text}
                {here.map((reason) => (
                  <div key={`${reason.code} ${reason.column ?? ''}`} className={classes['reason']}>
                    {wordsOfReason(reason)}
                  </div>
                ))}
              </div>
            </div>
          )
        })}
      </Box>
      {isCut && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Only the first {maxLines, number} lines are shown. The Raw body tab shows the whole body.', {
            maxLines,
          })}
        </Text>
      )}
    </>
  )
}
