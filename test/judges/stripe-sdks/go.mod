module judges/stripe-sdks

go 1.25.0

require github.com/stripe/stripe-go/v86 v86.1.0
