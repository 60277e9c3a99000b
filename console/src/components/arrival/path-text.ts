import type { PathSegment } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

export type Path = readonly PathSegment[]

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u

/** Returns the path of a value in a body as readable text, such as `answers[field.ref=email].email`. */
export function pathText(path: Path): string {
  let text = ''
  for (const segment of path) {
    if (typeof segment === 'string') {
      if (plainKey.test(segment)) text += text === '' ? segment : `.${segment}`
      else text += text === '' ? segment : `[${segment}]`
    } else if ('index' in segment) text += `[${segment.index}]`
    else if ('all' in segment) text += '[*]'
    else text += `[${pathText(segment.where.path)}=${wordsOfCondition(segment.where)}]`
  }
  return text === '' ? t('the whole body') : text
}

type Condition = Extract<PathSegment, { where: unknown }>['where']

function wordsOfCondition({ equals, sameAs }: Condition): string {
  return sameAs === undefined ? String(equals) : `{${pathText(sameAs)}}`
}

export function pathKey(path: Path): string {
  return JSON.stringify(path)
}
