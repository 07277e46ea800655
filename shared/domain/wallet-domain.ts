/** A website of the merchant's, on whose pages wallets may show. Only the processor stores it. */
export type WalletDomain = {
  id: string;
  domainName: string;
  enabled: boolean;
  wallets: Wallet[];
};

/** `problem`: the processor's reason why it does not show; null: it does. */
export type Wallet = { wallet: WalletName; status: "active" | "inactive"; problem: string | null };

export const WALLETS = ["apple_pay", "google_pay", "link", "amazon_pay", "klarna", "paypal"] as const;
export type WalletName = (typeof WALLETS)[number];
