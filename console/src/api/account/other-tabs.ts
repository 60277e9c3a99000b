type News = 'signed-in' | 'signed-out'

/** Tells the other tabs of this browser about changes of the session, which all tabs share. */
const channel = new BroadcastChannel('spindle-session')

export function tellOtherTabs(news: News): void {
  channel.postMessage(news)
}

export function onMessageOfOtherTabs(listener: (news: News) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => listener(data))
}
