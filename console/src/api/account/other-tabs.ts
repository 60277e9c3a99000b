type News = 'signed-in' | 'signed-out'

/** The tabs of one browser share a session: what happens to it in one is told to the others. */
const channel = new BroadcastChannel('spindle-session')

export function tellOtherTabs(news: News): void {
  channel.postMessage(news)
}

export function onNewsOfOtherTabs(listener: (news: News) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => listener(data))
}
